import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBaseLayer } from '../../../parts/layers/use-base-layer.ts';
import { AccountMapLayers } from '../../../parts/map-kit/account-map-layers.tsx';
import { VIEW_PANELS } from '../../../parts/map-kit/map-panels.ts';
import { useSession } from '../../../service/session.ts';
import { useReplayScreen } from '../core/use-replay-screen.ts';
import { useTracks } from '../core/use-tracks.ts';
import { ReplayActions } from '../files/replay-actions.tsx';
import { LiveSwitch } from '../live/live-switch.tsx';
import { useRealWatch } from '../live/use-real-watch.ts';
import type { MultiFormValues } from './multi-form.tsx';
import { MultiReplay } from './multi-replay.tsx';
import { MultiRequestSection } from './multi-request-section.tsx';
import { useMultiReplayParams } from './use-multi-replay-params.ts';

/** Replay of several of the user's own devices: the address contains the request, the panel changes it. */
export function MultiReplayPage() {
  const { t } = useTranslation('replayMulti');
  const { movingSpeed } = useSession();
  const params = useMultiReplayParams();
  const { replayView, devices, request, reloadKey, reload, changeView } = params;
  const base = useBaseLayer();
  const [formOpen, setFormOpen] = useState(false);
  const { view, setView, clock, getVisibleBounds } = useReplayScreen();

  const accessibleIds = useMemo(
    () => (replayView?.trackerIds ?? []).filter((id) => devices.has(id)),
    [replayView?.trackerIds, devices],
  );
  const watch = useRealWatch({ trackerIds: accessibleIds, clock, onPaused: changeView });
  const history = useTracks(watch.load === null ? request : null, reloadKey, getVisibleBounds);
  const load = watch.load ?? history;

  function startReplay(values: MultiFormValues & { start: number; end: number }): void {
    setFormOpen(false);
    watch.leave();
    clock.change((before) => ({ ...before, playing: false, start: 0, end: 0 }));
    params.setQuery((before) => params.withFormValues(before, values));
    reload();
  }

  return (
    <MultiReplay
      replayView={replayView}
      movingSpeed={movingSpeed}
      onReplayViewChange={changeView}
      devices={devices}
      load={load}
      onRetry={reload}
      clock={clock}
      base={base}
      view={view}
      onView={setView}
      mapChildren={view && <AccountMapLayers view={view} />}
      panels={VIEW_PANELS}
      title={t('title')}
      formOpen={formOpen || replayView === null}
      isLive={watch.state !== 'off'}
      dockExtra={!replayView?.offset && <LiveSwitch watch={watch} />}
      tools={(legend) => (
        <ReplayActions
          trackerIds={accessibleIds}
          window={replayView}
          correction={replayView?.correction ?? 'none'}
          view={view}
          base={base}
          clock={clock}
          legend={legend}
          elapsed={replayView?.offset ?? false}
          played={load.tracks.size > 0 && watch.state !== 'live'}
          onReload={reload}
        />
      )}
    >
      <MultiRequestSection
        params={params}
        isChanging={formOpen}
        onChangingChange={setFormOpen}
        welcome={{ title: t('start.title'), text: t('start.text') }}
        loading={load.phase === 'loading'}
        onSearch={startReplay}
      />
    </MultiReplay>
  );
}
