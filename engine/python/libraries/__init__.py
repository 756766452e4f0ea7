"""Libraries that programs import, which are programs themselves: the files of `engine/prelude`, laid out name by name."""
