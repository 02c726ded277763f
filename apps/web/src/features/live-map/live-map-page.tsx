import type { Tracker } from '@wakeline/contract/entities/tracker';
import { NamedError } from '@wakeline/contract/errors';
import { App, Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../i18n/i18n.ts';
import { liveStore, serverNow, useTracker } from '../../live/live-store.ts';
import type { LabelMode } from '../../map/layers/labels.ts';
import { MapHost } from '../../map/map-host.tsx';
import type { MapView } from '../../map/map-view.ts';
import { useLiveDevices } from '../../map/use-live-devices.ts';
import { errorText } from '../../service/error-text.ts';
import { ContextMenu } from '../../ui/context-menu.tsx';
import { usePhone } from '../../ui/media.ts';
import { asBoolean, useStored } from '../../ui/stored.ts';
import { useKeys } from '../../ui/use-key.ts';
import { useLiveControl } from '../freshness/live-control.ts';
import { GroupDialog, type GroupSubject } from '../trackers/group-dialog.tsx';
import { type FormSubject, TrackerForm } from '../trackers/tracker-form.tsx';
import { DevicePanel } from './device-panel.tsx';
import { DevicePopup } from './device-popup.tsx';
import { historyAddress } from './history-address.ts';
import { LABEL_MODES, LabelModeButton } from './label-mode-button.tsx';
import { ListOpener } from './list-opener.tsx';
import styles from './live-map-page.module.css';
import { TrackerCard } from './tracker-card.tsx';
import { useDescribe } from './use-describe.ts';
import { useDeviceMenu } from './use-device-menu.ts';
import { useHiddenDevices } from './use-hidden-devices.ts';
import { useOffMap } from './use-off-map.ts';
import { useSelectedDevice } from './use-selected-device.ts';

/** Width of the list with the gaps beside it, and height of the card on a phone: the map keeps clear of both. */
const LIST_WIDTH = 320 + 12;
const SHEET_HEIGHT = 300;

const asLabelMode = (stored: unknown): LabelMode | null =>
  LABEL_MODES.find((mode) => mode === stored) ?? null;

/** Live monitoring: the map is the page; list, card and tools float over it. */
export function LiveMapPage() {
  const { t } = useTranslation('live');
  const phone = usePhone();
  const navigate = useNavigate();
  const language = useLanguage();
  const { message } = App.useApp();
  const { list } = useLiveControl();
  const [view, setView] = useState<MapView | null>(null);
  const [listOpen, setListOpen] = useStored('deviceList', true, asBoolean);
  const [phoneList, setPhoneList] = useState(false);
  const [labels, setLabels] = useStored<LabelMode>('markerLabels', 'single', asLabelMode);
  const [form, setForm] = useState<FormSubject | null>(null);
  const [group, setGroup] = useState<GroupSubject | null>(null);
  const devices = useHiddenDevices();
  const { selected, select, focus } = useSelectedDevice(view, list === 'ready', () =>
    message.warning(errorText(new NamedError('tracker-unknown'), language)),
  );
  const known = useTracker(selected) !== undefined;
  const describe = useDescribe();

  const focusDevice = (trackerId: number) => {
    setPhoneList(false);
    focus(trackerId);
  };
  const showHistory = (tracker: Tracker) => navigate(historyAddress(tracker, serverNow()));
  const menu = useDeviceMenu({
    devices,
    focus: focusDevice,
    history: showHistory,
    openForm: setForm,
    openGroup: setGroup,
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
  useKeys(['Escape'], () => selected !== null && select(null));

  const panel = (fold: () => void) => (
    <DevicePanel
      selected={selected}
      devices={devices}
      onFocus={focusDevice}
      onMenu={menu.openRow}
      onAddDevice={() => setForm({ kind: 'add', groupId: null })}
      onAddGroup={() => setGroup({ kind: 'add' })}
      onFoldPanel={fold}
    />
  );
  const listShown = listOpen && !phone;
  const card = selected !== null && known && (
    <TrackerCard
      trackerId={selected}
      hidden={devices.hidden.has(selected)}
      onShow={() => devices.show([selected], true)}
      onFocus={() => focus(selected)}
      onHistory={showHistory}
    />
  );

  return (
    <div className={styles.page}>
      <MapHost
        ariaLabel={t('map')}
        remember="live"
        padding={{
          left: listShown ? LIST_WIDTH : 0,
          right: 0,
          top: 0,
          bottom: phone && card ? SHEET_HEIGHT : 0,
        }}
        onReady={setView}
      >
        {view && card && (
          <DevicePopup
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
      <div className={styles.tools}>
        <LabelModeButton mode={labels} onMode={setLabels} />
      </div>

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
    </div>
  );
}
