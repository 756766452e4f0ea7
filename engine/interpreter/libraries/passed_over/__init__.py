"""What has no effect on numbers: plots, progress bars, clocks, files, the command line. It is ignored with a note."""
