import { LayerPanel } from '../layers/layer-panel.tsx';
import { KindsPart } from '../map-objects/kinds-part.tsx';

export function LayersAndObjectsPanel() {
  return (
    <>
      <LayerPanel />
      <KindsPart />
    </>
  );
}
