import type { MapLayer } from '@wakeline/contract/entities/map-layer';
import { useState } from 'react';
import { draftOf, type LayerDraft, NEW_DRAFT, withPicture } from './layer-draft.ts';
import { readPicture } from './read-picture.ts';

/** The draft of a layer, from an existing one or empty. */
export function useLayerDraft(layer: MapLayer | null, onFailure: (error: unknown) => void) {
  const [draft, setDraft] = useState<LayerDraft>(() => (layer === null ? NEW_DRAFT : draftOf(layer)));
  const [touched, setTouched] = useState(false);
  const [reading, setReading] = useState(false);

  return {
    draft,
    touched,
    reading,
    change(update: (previous: LayerDraft) => LayerDraft): void {
      setTouched(true);
      setDraft(update);
    },
    async selectFile(file: File): Promise<void> {
      setReading(true);
      try {
        const picture = await readPicture(file);
        // The last URL is released with the page, because this screen may be hidden and shown again.
        if (draft.picture?.file) URL.revokeObjectURL(draft.picture.url);
        setTouched(true);
        setDraft((previous) => withPicture(previous, picture));
      } catch (error) {
        onFailure(error);
      } finally {
        setReading(false);
      }
    },
  };
}
