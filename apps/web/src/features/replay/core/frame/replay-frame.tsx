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
  /** At the top of the panel. */
  readonly title: ReactNode;
  /** On the button that opens the panel: what is replayed, or the name of the screen. */
  readonly openButtonLabel: string;
  /** Before the title: the way back. */
  readonly back?: ReactNode;
  /** Beside the title: what can be done with the replay. */
  readonly tools?: ReactNode;
  /** The form that asks, or what was asked. */
  readonly requestSection: ReactNode;
  /** What was found, below that. */
  readonly resultSection: ReactNode;
  /** Whose tracks are asked for; those that may be seen now; and how far the reading is. */
  readonly trackerIds: readonly number[];
  readonly devices: NamedDevices;
  readonly load: TracksLoad;
  readonly onRetry: () => void;
  readonly mapLabel: string;
  readonly base: BaseLayerSelection | null;
  /** The camera may be turned and tilted. */
  readonly canTilt?: boolean;
  /** The map, once it can be drawn on. */
  readonly view: MapView | null;
  readonly onView: (view: MapView | null) => void;
  /** The tools of the map, and buttons of the screen above them. */
  readonly panels: readonly PanelEntry[];
  readonly corner?: ReactNode;
  /** What lies on the map. */
  readonly children: ReactNode;
  /** Below the map: the time and what a screen adds; null: there is nothing to play. */
  readonly dock: ReactNode;
  /** What stands there while there is no dock. */
  readonly dockFallback?: ReactNode;
}

/**
 * The frame of all replays: the map, over it a panel that asks and tells what was found (on a phone a sheet), below it the time, which
 * nothing covers. How the reading goes is said in the panel, and beside its button while it is folded.
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
              className={styles.opener ?? ''}
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
            // Within the map: the time below it stays in reach.
            getContainer={false}
            rootStyle={{ position: 'absolute' }}
            classNames={{ wrapper: styles.sheet ?? '', body: styles.sheetBody ?? '' }}
          >
            {content}
          </Drawer>
        )}
      </div>
      {props.dock ?? (dockFallback && <div className={styles.instead}>{dockFallback}</div>)}
    </div>
  );
}
