import type { Tracker } from '@wakeline/contract/entities/tracker';
import { NamedError } from '@wakeline/contract/errors';
import { App, Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../i18n/i18n.ts';
import { liveStore, serverNow, useTracker } from '../../live/live-store.ts';
import { useLiveDevices } from '../../map/devices/use-live-devices.ts';
import type { LabelMode } from '../../map/layers/labels.ts';
import { MapHost } from '../../map/map-host.tsx';
import type { MapView } from '../../map/map-view.ts';
import { historyAddress } from '../../parts/addresses/single-replay-address.ts';
import type { GroupSubject, TrackerSubject } from '../../parts/devices/subjects.ts';
import { useLiveControl } from '../../parts/freshness/live-control.ts';
import { OwnLayersOnMap } from '../../parts/layers/own-layers-on-map.tsx';
import { useBaseLayer } from '../../parts/layers/use-base-layer.ts';
import { MapTools } from '../../parts/map-tools/map-tools.tsx';
import { useMapTools } from '../../parts/map-tools/use-map-tools.ts';
import { ShareDialog } from '../../parts/shares/share-dialog.tsx';
import { useLiveTrails } from '../../parts/trails/use-live-trails.ts';
import { asWake, type Wake } from '../../parts/trails/wake.ts';
import { errorText } from '../../service/error-text.ts';
import { ContextMenu } from '../../ui/context-menu.tsx';
import { usePhone } from '../../ui/media.ts';
import { asBoolean, useStored } from '../../ui/stored.ts';
import { useCovered } from '../../ui/use-covered.ts';
import { useKeys } from '../../ui/use-key.ts';
import { DevicePopup } from './card/device-popup.tsx';
import { FollowChip } from './card/follow-chip.tsx';
import { TrackerCard } from './card/tracker-card.tsx';
import { LABEL_MODES, LabelModeButton } from './label-mode-button.tsx';
import { DevicePanel } from './list/device-panel.tsx';
import { ListOpener } from './list/list-opener.tsx';
import styles from './live-map-page.module.css';
import type { LiveSlots } from './live-slots.ts';
import { MoveDialog } from './menu/move-dialog.tsx';
import { useDeviceMenu } from './menu/use-device-menu.ts';
import type { Move } from './menu/use-move.ts';
import { PlaceSearch } from './search/place-search.tsx';
import { TrailButton } from './trail-button.tsx';
import { useDescribe } from './use-describe.ts';
import { useFollow } from './use-follow.ts';
import { useOffMap } from './use-off-map.ts';
import { useSelectedDevice } from './use-selected-device.ts';
import { useShownDevices } from './use-shown-devices.ts';
import { useStayInView } from './use-stay-in-view.ts';

/** Width of the list with the gaps beside it: the map keeps clear of it. */
const LIST_WIDTH = 320 + 12;
/** Room of the button that opens the folded list, with its number. */
const OPENER_WIDTH = 108;

const asLabelMode = (stored: unknown): LabelMode | null =>
  LABEL_MODES.find((mode) => mode === stored) ?? null;

/** Live monitoring: the map is the page; list, card and tools float over it. */
export function LiveMapPage({ panels, MapObjects, TrackerForm, GroupDialog }: LiveSlots) {
  const { t } = useTranslation('live');
  const phone = usePhone();
  const navigate = useNavigate();
  const language = useLanguage();
  const { message } = App.useApp();
  const { list } = useLiveControl();
  const [view, setView] = useState<MapView | null>(null);
  const base = useBaseLayer();
  const [listOpen, setListOpen] = useStored('deviceList', true, asBoolean);
  const [phoneList, setPhoneList] = useState(false);
  const [labels, setLabels] = useStored<LabelMode>('markerLabels', 'single', asLabelMode);
  const [wake, setWake] = useStored<Wake>('wake', 0, asWake);
  const [form, setForm] = useState<TrackerSubject | null>(null);
  const [shared, setShared] = useState<readonly number[] | null>(null);
  const [group, setGroup] = useState<GroupSubject | null>(null);
  const [move, setMove] = useState<Move | null>(null);
  const devices = useShownDevices();
  const { selected, select, focus } = useSelectedDevice(view, list === 'ready', () =>
    message.warning(errorText(new NamedError('tracker-unknown'), language)),
  );
  const known = useTracker(selected) !== undefined;
  const describe = useDescribe();
  const following = useFollow(view);
  const tools = useMapTools();
  const [cardRoom, cardBox] = useCovered();

  const focusDevice = (trackerId: number) => {
    setPhoneList(false);
    focus(trackerId);
  };
  const showHistory = (tracker: Tracker) => navigate(historyAddress(tracker, serverNow()));
  const menu = useDeviceMenu({
    devices,
    following,
    focus: focusDevice,
    history: showHistory,
    openForm: setForm,
    openGroup: setGroup,
    openMove: setMove,
    openShare: setShared,
  });
  const offMap = useOffMap(devices.hidden, selected);
  useLiveDevices(view, liveStore, {
    hidden: offMap,
    labels,
    selected,
    describe,
    onSelect: select,
    onContextMenu: menu.openMap,
  });
  useLiveTrails(view, { wake, hidden: offMap, selected, followed: following.followed });
  useKeys(['Escape'], () => selected !== null && select(null));

  const listShown = listOpen && !phone;
  const padding = {
    left: listShown ? LIST_WIDTH : 0,
    right: tools.room.right,
    top: 0,
    bottom: phone ? Math.max(tools.room.bottom, cardRoom.bottom) : 0,
  };
  useStayInView(view, following.followed ?? selected, padding);

  const panel = (fold: () => void) => (
    <DevicePanel
      selected={selected}
      devices={devices}
      onFocus={focusDevice}
      onMenu={menu.openRow}
      onAddDevice={() => setForm({ kind: 'add', groupId: null })}
      onAddGroup={() => setGroup({ kind: 'add', parentId: null })}
      onFoldPanel={fold}
    />
  );
  const card = selected !== null && known && (
    <TrackerCard
      trackerId={selected}
      hidden={devices.hidden.has(selected)}
      onShow={() => devices.showTrackers([selected], true)}
      onFocus={() => focus(selected)}
      onHistory={showHistory}
    />
  );

  return (
    <div className={styles.page}>
      <MapHost
        ariaLabel={t('map')}
        base={base}
        remember="live"
        padding={padding}
        bare={tools.bare || (phone && Boolean(card))}
        onReady={setView}
      >
        {view && <OwnLayersOnMap view={view} />}
        {view && <MapObjects view={view} device={selected} />}
        {view && card && (
          <DevicePopup
            ref={cardBox}
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

      {listShown && <aside className={styles.list}>{panel(() => setListOpen(false))}</aside>}
      {!listShown && (
        <ListOpener
          className={styles.opener ?? ''}
          onOpen={() => (phone ? setPhoneList(true) : setListOpen(true))}
        />
      )}
      {following.followed !== null && (
        <FollowChip
          trackerId={following.followed}
          left={listShown ? LIST_WIDTH : 0}
          onStop={() => following.follow(null)}
        />
      )}
      {view && (
        <PlaceSearch
          view={view}
          left={listShown ? LIST_WIDTH + 12 : OPENER_WIDTH}
          right={tools.room.right}
          onDevice={focusDevice}
        />
      )}
      <MapTools view={view} panels={panels} tools={tools}>
        <LabelModeButton mode={labels} onMode={setLabels} />
        <TrailButton wake={wake} onWake={setWake} />
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
          {panel(() => setPhoneList(false))}
        </Drawer>
      )}
      <ContextMenu at={menu.at} onClose={menu.close} />
      <TrackerForm
        subject={form}
        onClose={() => setForm(null)}
        onSaved={(id) => form?.kind === 'add' && select(id)}
      />
      <GroupDialog subject={group} onClose={() => setGroup(null)} />
      <MoveDialog what={move} onClose={() => setMove(null)} />
      {shared !== null && <ShareDialog trackerIds={shared} onClose={() => setShared(null)} />}
    </div>
  );
}
