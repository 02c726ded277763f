import { useMutation } from '@tanstack/react-query';
import type { MapLayer } from '@wakeline/contract/entities/map-layer';
import { useChangeLayer } from '../../parts/layers/use-change-layer.ts';
import type { LayerDraft } from './layer-draft.ts';

/** Saves a draft as a new layer, or as a change of an existing one. */
export function useSaveLayer(layer: MapLayer | null) {
  const change = useChangeLayer();
  return useMutation({
    async mutationFn({ picture, sort, ...draft }: LayerDraft): Promise<void> {
      const fields = {
        ...draft,
        layerName: draft.layerName.trim(),
        layerPoints: [...draft.layerPoints],
        mapPoints: [...draft.mapPoints],
        ...(sort === null ? {} : { sort }),
      };
      const file = picture?.file ?? null;
      if (layer !== null) {
        const { layerId } = layer;
        await change.mutateAsync({
          kind: 'edit',
          layer: { ...fields, layerId, ...(file === null ? {} : { picture: file }) },
        });
      } else if (file !== null)
        await change.mutateAsync({ kind: 'add', layer: { ...fields, picture: file } });
    },
  });
}
