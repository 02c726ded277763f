import { BaseLayersPanel } from './base-layers-panel.tsx';
import { OwnLayersSection } from './own-layers-section.tsx';

/** What lies under everything on the map: the base layers, and below them the account's own. */
export function LayerPanel() {
  return (
    <>
      <BaseLayersPanel />
      <OwnLayersSection />
    </>
  );
}
