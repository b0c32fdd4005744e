"""What a teacher needs: links, rooms for a class, runs that travel. Knows no screen."""
