"""Games of Homeworlds as other sites and programs write them: `openings` tells how their texts begin, and a module
for each reads them, which is imported only for a text that begins so."""
