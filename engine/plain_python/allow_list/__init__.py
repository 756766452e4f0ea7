"""Everything that a program may reach: functions, modules and members by name. What is not listed cannot be reached."""
