import type { MapLayer } from '@wakeline/contract/entities/map-layer';
import { useState } from 'react';
import { draftOf, type LayerDraft, NEW_DRAFT, withPicture } from './layer-draft.ts';
import { readPicture } from './read-picture.ts';

/** What is being filled in, beginning with a layer that is there, or with nothing. */
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
    async choose(file: File): Promise<void> {
      setReading(true);
      try {
        const picture = await readPicture(file);
        // The last one goes with the page: this screen may be hidden and come back.
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
