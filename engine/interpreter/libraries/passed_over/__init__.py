"""What has no effect on numbers: plots, progress bars, clocks, files, the command line. It is passed over with a note."""
