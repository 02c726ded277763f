import { createContext, use } from 'react';

/**
 * By how much style sheets enlarge what is drawn here. Canvases have this many more pixels, or they would be blurred.
 */
export const RenderScaleContext = createContext(1);

export function useRenderScale(): number {
  return use(RenderScaleContext);
}
