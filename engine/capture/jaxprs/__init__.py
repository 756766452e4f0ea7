"""Functions of JAX: the equations of their jaxpr, evaluated and differentiated one by one."""
