import type { Tracker } from '@wakeline/contract/entities/tracker';
import { NamedError } from '@wakeline/contract/errors';
import { App, Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../i18n/i18n.ts';
import { liveStore, serverNow, useTracker } from '../../live/live-store.ts';
import type { LabelMode } from '../../map/devices/label-mode.ts';
import { useLiveDevices } from '../../map/devices/use-live-devices.ts';
import { MapHost } from '../../map/map-host.tsx';
import type { MapView } from '../../map/map-view.ts';
import { buildSingleReplayUrl } from '../../parts/addresses/single-replay-url.ts';
import type { GroupSubject, TrackerSubject } from '../../parts/devices/subjects.ts';
import { useLiveControl } from '../../parts/freshness/live-control.ts';
import { MoveDialog } from '../../parts/groups/move-dialog.tsx';
import type { MovedItem } from '../../parts/groups/use-move.ts';
import { LayersOnMap } from '../../parts/layers/layers-on-map.tsx';
import { useBaseLayer } from '../../parts/layers/use-base-layer.ts';
import { MapTools } from '../../parts/map-tools/map-tools.tsx';
import { useMapTools } from '../../parts/map-tools/use-map-tools.ts';
import { ShareDialog } from '../../parts/shares/share-dialog.tsx';
import { parseTrailLength, type TrailLength } from '../../parts/trails/trail-length.ts';
import { useLiveTrails } from '../../parts/trails/use-live-trails.ts';
import { errorText } from '../../service/error-text.ts';
import { ContextMenu } from '../../ui/context-menu.tsx';
import { parseBoolean, useLocalStorage } from '../../ui/local-storage.ts';
import { usePhone } from '../../ui/media.ts';
import { useCoveredArea } from '../../ui/use-covered-area.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { DevicePopup } from './card/device-popup.tsx';
import { FollowChip } from './card/follow-chip.tsx';
import { TrackerCard } from './card/tracker-card.tsx';
import { LABEL_MODES, LabelModeButton } from './label-mode-button.tsx';
import { DevicePanel } from './list/device-panel.tsx';
import { ListOpener } from './list/list-opener.tsx';
import styles from './live-map-page.module.css';
import type { LiveSlots } from './live-slots.ts';
import { useDeviceMenu } from './menu/use-device-menu.ts';
import { PlaceSearch } from './search/place-search.tsx';
import { LiveTraffic } from './traffic/live-traffic.tsx';
import { TrafficButton } from './traffic/traffic-button.tsx';
import { TrailButton } from './trail-button.tsx';
import { useAddressPosition } from './use-address-position.ts';
import { useDescribe } from './use-describe.ts';
import { useDevicesPreview } from './use-devices-preview.ts';
import { useFollow } from './use-follow.ts';
import { useSelectedDevice } from './use-selected-device.ts';
import { useStayInView } from './use-stay-in-view.ts';
import { useUndrawnDevices } from './use-undrawn-devices.ts';
import { useVisibleDevices } from './use-visible-devices.ts';

/** Width of the list with its margins, which the map keeps free. */
const LIST_WIDTH = 320 + 12;
/** Width of the button that opens the collapsed list, with its number. */
const OPENER_WIDTH = 108;

const parseLabelMode = (stored: unknown): LabelMode | null =>
  LABEL_MODES.find((mode) => mode === stored) ?? null;

/** Live monitoring: the map fills the page, with list, card and tools above it. */
export function LiveMapPage({ panels, MapObjects, TrackerForm, GroupDialog }: LiveSlots) {
  const { t } = useTranslation('live');
  const phone = usePhone();
  const navigate = useNavigate();
  const language = useLanguage();
  const { message } = App.useApp();
  const { listState, canAdd } = useLiveControl();
  const [view, setView] = useState<MapView | null>(null);
  const base = useBaseLayer();
  const [listOpen, setListOpen] = useLocalStorage('deviceList', true, parseBoolean);
  const [phoneList, setPhoneList] = useState(false);
  const [labels, setLabels] = useLocalStorage<LabelMode>('markerLabels', 'single', parseLabelMode);
  const [trailMinutes, setTrailMinutes] = useLocalStorage<TrailLength>('wake', 0, parseTrailLength);
  const [trafficVisible, setTrafficVisible] = useLocalStorage('traffic', true, parseBoolean);
  const [form, setForm] = useState<TrackerSubject | null>(null);
  const [sharedIds, setSharedIds] = useState<readonly number[] | null>(null);
  const [group, setGroup] = useState<GroupSubject | null>(null);
  const [move, setMove] = useState<MovedItem | null>(null);
  const devices = useVisibleDevices();
  const { selected, select, focus } = useSelectedDevice(view, listState === 'ready', () =>
    message.warning(errorText(new NamedError('tracker-unknown'), language)),
  );
  useAddressPosition(view);
  const isKnown = useTracker(selected) !== undefined;
  const describe = useDescribe();
  const following = useFollow(view);
  const tools = useMapTools();
  const [cardInsets, cardRef] = useCoveredArea();

  const focusDevice = (trackerId: number) => {
    setPhoneList(false);
    focus(trackerId);
  };
  const showHistory = (tracker: Tracker) => navigate(buildSingleReplayUrl(tracker, serverNow()));
  const menu = useDeviceMenu({
    devices,
    following,
    focus: focusDevice,
    showHistory,
    openForm: setForm,
    openGroup: setGroup,
    openMove: setMove,
    openShare: setSharedIds,
  });
  const undrawn = useUndrawnDevices(devices.hidden, selected);
  const preview = useDevicesPreview(view, devices.hidesAny || undrawn !== devices.hidden);
  useLiveDevices(view, liveStore, {
    hidden: undrawn,
    labels,
    selected,
    describe,
    preview,
    onSelect: select,
    onContextMenu: menu.openMap,
  });
  useLiveTrails(view, { minutes: trailMinutes, hidden: undrawn, selected, followed: following.followed });
  useShortcuts(['Escape'], () => selected !== null && select(null));

  const listVisible = listOpen && !phone;
  const padding = {
    left: listVisible ? LIST_WIDTH : 0,
    right: tools.coveredArea.right,
    top: 0,
    bottom: phone ? Math.max(tools.coveredArea.bottom, cardInsets.bottom) : 0,
  };
  useStayInView(view, following.followed ?? selected, padding);

  const renderPanel = (onCollapse: () => void) => (
    <DevicePanel
      selected={selected}
      devices={devices}
      onFocus={focusDevice}
      onMenu={menu.openRow}
      onAddDevice={() => setForm({ kind: 'add', groupId: null })}
      onAddGroup={() => setGroup({ kind: 'add', parentId: null })}
      onCollapsePanel={onCollapse}
    />
  );
  const card = selected !== null && isKnown && (
    <TrackerCard
      trackerId={selected}
      hidden={devices.hidden.has(selected)}
      onShow={() => devices.setTrackersVisible([selected], true)}
      onFocus={() => focus(selected)}
      onHistory={showHistory}
    />
  );

  return (
    <div className={styles.page}>
      <MapHost
        ariaLabel={t('map')}
        base={base}
        cameraStorageKey="live"
        padding={padding}
        minimal={tools.coversMap || (phone && Boolean(card))}
        onReady={setView}
      >
        {view && <LayersOnMap view={view} />}
        {view && trafficVisible && (
          <LiveTraffic
            view={view}
            onRegister={canAdd ? (imei) => setForm({ kind: 'add', groupId: null, imei }) : null}
          />
        )}
        {view && <MapObjects view={view} device={selected} />}
        {view && card && (
          <DevicePopup
            ref={cardRef}
            view={view}
            trackerId={selected}
            hidden={devices.hidden.has(selected)}
            docked={phone}
            onClose={() => select(null)}
          >
            {card}
          </DevicePopup>
        )}
      </MapHost>

      {listVisible && <aside className={styles.list}>{renderPanel(() => setListOpen(false))}</aside>}
      {!listVisible && (
        <ListOpener
          className={styles.opener ?? ''}
          onOpen={() => (phone ? setPhoneList(true) : setListOpen(true))}
        />
      )}
      {following.followed !== null && (
        <FollowChip
          trackerId={following.followed}
          left={listVisible ? LIST_WIDTH : 0}
          onStop={() => following.follow(null)}
        />
      )}
      {view && (
        <PlaceSearch
          view={view}
          left={listVisible ? LIST_WIDTH + 12 : OPENER_WIDTH}
          right={tools.coveredArea.right}
          onDevice={focusDevice}
        />
      )}
      <MapTools view={view} panels={panels} tools={tools}>
        <LabelModeButton mode={labels} onMode={setLabels} />
        <TrafficButton visible={trafficVisible} onVisible={setTrafficVisible} />
        <TrailButton trailMinutes={trailMinutes} onTrailMinutes={setTrailMinutes} />
      </MapTools>

      {phone && (
        <Drawer
          open={phoneList}
          onClose={() => setPhoneList(false)}
          placement="bottom"
          size="100%"
          closable={false}
          styles={{ body: { padding: 0 } }}
        >
          {renderPanel(() => setPhoneList(false))}
        </Drawer>
      )}
      <ContextMenu at={menu.at} onClose={menu.close} />
      <TrackerForm
        subject={form}
        onClose={() => setForm(null)}
        onSaved={(id) => form?.kind === 'add' && select(id)}
      />
      <GroupDialog subject={group} onClose={() => setGroup(null)} />
      <MoveDialog item={move} onClose={() => setMove(null)} />
      {sharedIds !== null && <ShareDialog trackerIds={sharedIds} onClose={() => setSharedIds(null)} />}
    </div>
  );
}
