"""SRS voice radio: packets, client, loopback server. No aviation in it."""
