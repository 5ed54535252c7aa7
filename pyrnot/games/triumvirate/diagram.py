from pyrnot.diagram import Diagram
def draw(position, before, events): return Diagram(())
