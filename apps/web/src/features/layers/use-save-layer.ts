import { useMutation } from '@tanstack/react-query';
import type { LayerKind } from '../../parts/layers/layer-kinds.ts';
import { useChangeLayer } from '../../parts/layers/use-change-layer.ts';
import type { AccountLayer } from '../../parts/layers/use-layers.ts';
import type { LayerDraft } from './layer-draft.ts';

/** Saves a draft as a new layer, or as a change of an existing one. */
export function useSaveLayer(kind: LayerKind, layer: AccountLayer | null) {
  const change = useChangeLayer(kind);
  return useMutation({
    async mutationFn({ picture, ...draft }: LayerDraft): Promise<void> {
      const fields = {
        ...draft,
        layerName: draft.layerName.trim(),
        layerPoints: [...draft.layerPoints],
        mapPoints: [...draft.mapPoints],
      };
      const file = picture?.upload?.file ?? null;
      if (layer !== null) {
        const { layerId } = layer;
        const replaced = file === null ? {} : { picture: file };
        await change.mutateAsync({ kind: 'edit', layer: { ...fields, layerId, ...replaced } });
      } else if (file !== null)
        await change.mutateAsync({ kind: 'add', layer: { ...fields, picture: file } });
    },
  });
}
