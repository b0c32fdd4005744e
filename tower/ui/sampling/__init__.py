"""The sampling room: thousands of runs counted on the screen, beside the law that they should follow."""
