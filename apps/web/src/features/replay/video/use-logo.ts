import { useEffect, useState } from 'react';

/** The picture at an address for drawing; null until it has come, and where it may not be drawn into a picture of this page. */
export function useLogo(url: string | null): HTMLImageElement | null {
  const [logo, setLogo] = useState<HTMLImageElement | null>(null);
  useEffect(() => {
    setLogo(null);
    if (url === null) return;
    const image = new Image();
    // What another site does not give away would forbid that the whole picture be read.
    image.crossOrigin = 'anonymous';
    image.onload = () => setLogo(image);
    image.src = url;
    return () => {
      image.onload = null;
    };
  }, [url]);
  return logo;
}
