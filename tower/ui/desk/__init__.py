"""The teacher's desk and what it lends to other rooms: links, class rooms, runs that travel, what-ifs."""
