import { useEffect, useState } from 'react';

/** An image for drawing on a canvas; null until loaded, or if its server forbids cross-origin use. */
export function useLogo(url: string | null): HTMLImageElement | null {
  const [logo, setLogo] = useState<HTMLImageElement | null>(null);
  useEffect(() => {
    setLogo(null);
    if (url === null) return;
    const image = new Image();
    // Without CORS the image would taint the canvas, which could then not be read.
    image.crossOrigin = 'anonymous';
    image.onload = () => setLogo(image);
    image.src = url;
    return () => {
      image.onload = null;
    };
  }, [url]);
  return logo;
}
