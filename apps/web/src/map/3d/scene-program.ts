/** A linked WebGL program with its uniforms by name. */
export interface Program {
  /** Makes it the current program. */
  readonly activate: () => void;
  readonly dispose: () => void;
  readonly getUniform: (uniform: string) => WebGLUniformLocation | null;
}

/** @throws Error with the compiler's message if the program is rejected */
export function linkProgram(gl: WebGL2RenderingContext, vertex: string, fragment: string): Program {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type);
    if (shader === null) throw new Error('the WebGL context is lost');
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    // It is deleted together with the program.
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true && !gl.isContextLost())
    throw new Error(gl.getProgramInfoLog(program) ?? 'the WebGL program could not be linked');
  const locations = new Map<string, WebGLUniformLocation | null>();
  return {
    activate: () => gl.useProgram(program),
    dispose: () => gl.deleteProgram(program),
    getUniform(uniform) {
      const known = locations.get(uniform);
      if (known !== undefined) return known;
      const found = gl.getUniformLocation(program, uniform);
      locations.set(uniform, found);
      return found;
    },
  };
}
