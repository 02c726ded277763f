import { BaseLayersPanel } from './base-layers-panel.tsx';
import { OwnLayersSection } from './own-layers-section.tsx';

/** The layer panel: the base layers, then the account's own. */
export function LayerPanel() {
  return (
    <>
      <BaseLayersPanel />
      <OwnLayersSection />
    </>
  );
}
