import { useMutation } from '@tanstack/react-query';
import { LIMITS } from '@wakeline/contract/limits';
import type { OcadMap } from '@wakeline/contract/ocad-maps/ocad-map';
import type { PaperSize } from '@wakeline/contract/ocad-maps/ocad-maps';
import type { PaperPosition } from '@wakeline/domain/layers/paper-placement';
import { useState } from 'react';
import { useClient } from '../../service/client.ts';
import { middleOf, type PrintedPage } from './print-frame.ts';

/** What a user has entered for a page. */
export interface PageDraft {
  readonly scaleText: string;
  readonly paper: PaperSize;
  readonly landscape: boolean;
  readonly center: PaperPosition;
}

/** The page of a map that will be printed, in the middle of the map at first. */
export function usePrintPage(map: OcadMap) {
  const [left, bottom, right, top] = map.paperBounds;
  const [draft, setDraft] = useState<PageDraft>({
    scaleText: String(map.mapScale),
    paper: 'A4',
    landscape: right - left > top - bottom,
    center: middleOf(map.paperBounds),
  });
  const scale = Number(draft.scaleText.replace(/^\s*1\s*:/, ''));
  const isValid = Number.isInteger(scale) && scale >= LIMITS.printScale.min && scale <= LIMITS.printScale.max;
  const page: PrintedPage | null = isValid ? { ...draft, scale } : null;
  return {
    draft,
    /** Null: the scale is not valid. */
    page,
    change: (changes: Partial<PageDraft>) => setDraft((before) => ({ ...before, ...changes })),
  };
}
export type PrintPageState = ReturnType<typeof usePrintPage>;

/** A center that the server accepts. */
export function clampPaper([x, y]: PaperPosition): PaperPosition {
  const limit = LIMITS.ocadPaperMillimetres;
  const clamp = (value: number) => Math.min(limit, Math.max(-limit, value));
  return [clamp(x), clamp(y)];
}

/** Downloads a page as a PDF file. */
export function useDownloadPage({ mapId, mapName }: OcadMap, onDone: () => void) {
  const client = useClient();
  return useMutation({
    async mutationFn({ hiddenColors, center: [x, y], scale, paper, landscape }: DownloadedPage) {
      const request = { mapId, scale, paper, landscape, hiddenColors: [...hiddenColors] };
      const center = { x: round(x), y: round(y) };
      const stream = await client.stream('printOcadMap', { ...request, ...center });
      const blob = await new Response(stream).blob();
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }));
      link.download = `${mapName} 1-${scale}.pdf`;
      link.click();
      // The browser has started reading the file by then.
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    },
    onSuccess: onDone,
  });
}

interface DownloadedPage extends PrintedPage {
  readonly hiddenColors: ReadonlySet<number>;
}

/** Hundredths of a millimetre. */
const round = (millimetres: number) => Math.round(millimetres * 100) / 100;
