import { IconChevronDown, IconLayoutSidebarLeftCollapse, IconListSearch } from '@tabler/icons-react';
import { Button, Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BaseLayerSelection } from '../../../../map/base/base-layer-selection.ts';
import { MapHost } from '../../../../map/map-host.tsx';
import type { MapView } from '../../../../map/map-view.ts';
import { MapTools } from '../../../../parts/map-tools/map-tools.tsx';
import type { PanelEntry } from '../../../../parts/map-tools/tool-panels.ts';
import { useMapTools } from '../../../../parts/map-tools/use-map-tools.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { TracksLoad } from '../loaded-track.ts';
import styles from './replay-frame.module.css';
import { ReplayNotes } from './replay-notes.tsx';
import { useExclusiveSheet } from './use-exclusive-sheet.ts';
import type { FramePanel } from './use-frame-panel.ts';
import { type NamedDevices, useRevokedNames } from './use-revoked-names.ts';

interface ReplayFrameProps {
  readonly panel: FramePanel;
  /** Title of the panel. */
  readonly title: ReactNode;
  /** Label of the button that opens the panel: the replayed devices, or the name of the screen. */
  readonly openButtonLabel: string;
  /** Before the title: a back button. */
  readonly back?: ReactNode;
  /** After the title: actions on the replay. */
  readonly tools?: ReactNode;
  /** The request form, or a summary of the request. */
  readonly requestSection: ReactNode;
  /** Results below the request. */
  readonly resultSection: ReactNode;
  /** The requested devices; the devices that may be seen now; and the loading state. */
  readonly trackerIds: readonly number[];
  readonly devices: NamedDevices;
  readonly load: TracksLoad;
  readonly onRetry: () => void;
  readonly mapLabel: string;
  readonly base: BaseLayerSelection | null;
  /** The camera may be rotated and tilted. */
  readonly canTilt?: boolean;
  /** The map, when it is ready. */
  readonly view: MapView | null;
  readonly onView: (view: MapView | null) => void;
  /** The panels of map tools, and buttons of the screen above them. */
  readonly panels: readonly PanelEntry[];
  readonly corner?: ReactNode;
  /** Content of the map. */
  readonly children: ReactNode;
  /** Below the map: the dock; null: nothing to play. */
  readonly dock: ReactNode;
  /** Content while there is no dock. */
  readonly dockFallback?: ReactNode;
}

/**
 * The layout of all replays: the map, a panel above it (on a phone a sheet) with request and results, and the dock
 * below. The panel displays the loading state; when it is collapsed, it is displayed next to its button.
 */
export function ReplayFrame(props: ReplayFrameProps) {
  const { panel, load, trackerIds, devices, dockFallback } = props;
  const { phone, isOpen } = panel;
  const { t } = useTranslation('replay');
  const tools = useMapTools();
  useExclusiveSheet(panel, tools);
  const revoked = useRevokedNames(trackerIds, devices, load.revoked);

  const notes = (
    <ReplayNotes load={load} count={trackerIds.length} revoked={revoked} onRetry={props.onRetry} />
  );
  const content = (
    <div ref={phone ? panel.sheet : null} className={styles.panel}>
      <header>
        {props.back}
        <h1>{props.title}</h1>
        {props.tools}
        <IconButton
          label={t('panel.collapse')}
          icon={phone ? <IconChevronDown size={18} /> : <IconLayoutSidebarLeftCollapse size={18} />}
          onClick={panel.collapse}
        />
      </header>
      {props.requestSection}
      {notes}
      {props.resultSection}
    </div>
  );

  return (
    <div className={styles.page}>
      <div className={styles.map}>
        <MapHost
          ariaLabel={props.mapLabel}
          base={props.base}
          canTilt={props.canTilt ?? false}
          minimal={(isOpen && phone) || tools.coversMap}
          padding={{
            ...panel.padding,
            right: tools.coveredArea.right,
            bottom: Math.max(panel.padding.bottom, tools.coveredArea.bottom),
          }}
          onReady={props.onView}
        >
          {props.children}
        </MapHost>
        <MapTools view={props.view} panels={props.panels} tools={tools}>
          {!tools.coversMap && props.corner}
        </MapTools>
        {isOpen && !phone && <aside className={styles.floating}>{content}</aside>}
        {!isOpen && (
          <>
            <Button
              className={styles.openButton ?? ''}
              icon={<IconListSearch size={18} />}
              aria-label={t('panel.open')}
              onClick={panel.open}
            >
              {props.openButtonLabel}
            </Button>
            <div className={styles.status}>{notes}</div>
          </>
        )}
        {phone && (
          <Drawer
            open={isOpen}
            onClose={panel.collapse}
            placement="bottom"
            size="auto"
            closable={false}
            mask={false}
            // Inside the map, so that the dock below stays accessible.
            getContainer={false}
            rootStyle={{ position: 'absolute' }}
            classNames={{ wrapper: styles.sheet ?? '', body: styles.sheetBody ?? '' }}
          >
            {content}
          </Drawer>
        )}
      </div>
      {props.dock ?? (dockFallback && <div className={styles.fallback}>{dockFallback}</div>)}
    </div>
  );
}
