/**
 * In the place of d3-color, which d3-interpolate and d3-transition bring along for colours that change step by step. Here styles do that; what
 * is moved with d3 are numbers and places, so nothing is a colour.
 */

const none = () => null;

/** Of a function's kind, since it is asked what is an instance of it. */
export function color() {
  return null;
}

export { none as cubehelix, none as hcl, none as hsl, none as lab, none as rgb };
