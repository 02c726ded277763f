import { BaseLayersPanel } from './base-layers-panel.tsx';
import { LAYER_KINDS } from './layer-kinds.ts';
import { LayersSection } from './layers-section.tsx';

/** The layer panel: the base layers, then the account's, from the highest to the lowest kind. */
export function LayerPanel() {
  return (
    <>
      <BaseLayersPanel />
      {LAYER_KINDS.toReversed().map((kind) => (
        <LayersSection key={kind} kind={kind} />
      ))}
    </>
  );
}
