import { useState } from 'react';
import type { AccountLayer } from '../../parts/layers/use-layers.ts';
import { draftOf, type LayerDraft, NEW_DRAFT, withPicture } from './layer-draft.ts';
import { useFileReading } from './use-file-reading.ts';

/** The draft of a layer, from an existing one or empty. */
export function useLayerDraft(layer: AccountLayer | null, onFailure: (error: unknown) => void) {
  const [draft, setDraft] = useState<LayerDraft>(() => (layer === null ? NEW_DRAFT : draftOf(layer)));
  const [touched, setTouched] = useState(false);

  function change(update: (previous: LayerDraft) => LayerDraft): void {
    setTouched(true);
    setDraft(update);
  }

  const files = useFileReading({
    current: draft.picture?.upload ?? null,
    onRead: (picture) => change((previous) => withPicture(previous, picture)),
    onFailure,
  });
  return { draft, touched, change, files };
}
