import { LayerPanel } from '../layers/layer-panel.tsx';
import { ObjectKindsSection } from '../map-objects/kinds-part.tsx';

export function LayersAndObjectsPanel() {
  return (
    <>
      <LayerPanel />
      <ObjectKindsSection />
    </>
  );
}
