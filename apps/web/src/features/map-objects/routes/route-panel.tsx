import type { ToolPanelProps } from '../../../parts/map-tools/tool-panels.ts';
import { ObjectPanel } from '../object-panel.tsx';
import { RouteForm } from './route-form.tsx';

export function RoutePanel(props: ToolPanelProps) {
  return (
    <ObjectPanel
      {...props}
      kind="route"
      form={(subject, snapTo, onClose) =>
        subject.kind === 'route' && (
          <RouteForm view={props.view} subject={subject} snapTo={snapTo} onClose={onClose} />
        )
      }
    />
  );
}
