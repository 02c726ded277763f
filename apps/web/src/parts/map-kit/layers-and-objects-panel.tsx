import { LayerPanel } from '../layers/layer-panel.tsx';
import { ObjectKindsSection } from '../map-objects/object-kinds-section.tsx';

export function LayersAndObjectsPanel() {
  return (
    <>
      <LayerPanel />
      <ObjectKindsSection />
    </>
  );
}
