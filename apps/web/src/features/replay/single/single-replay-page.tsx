import { IconChevronLeft, IconFocusCentered } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { BaseLayerSelection } from '../../../map/base/base-layer-selection.ts';
import { fullName } from '../../../parts/devices/full-name.ts';
import { useBaseLayer } from '../../../parts/layers/use-base-layer.ts';
import { VIEW_PANELS } from '../../../parts/map-kit/map-panels.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ReplayFrame } from '../core/frame/replay-frame.tsx';
import type { ReplayScreen } from '../core/use-replay-screen.ts';
import { ReplayActions } from '../files/replay-actions.tsx';
import { LiveSwitch } from '../live/live-switch.tsx';
import { SingleDock } from './single-dock.tsx';
import { SingleMap } from './single-map.tsx';
import { SingleResults } from './single-results.tsx';
import { TrackRequestSection } from './track-request-section.tsx';
import { useSingleReplay } from './use-single-replay.ts';
import type { SingleReplayParams } from './use-single-replay-params.ts';
import type { SingleTrack } from './use-single-track.ts';

const NO_IDS: readonly number[] = [];

/** Replay of one device: what was asked stands in the address, the panel asks, the map and the dock show. */
export function SingleReplayPage() {
  const { t } = useTranslation('replaySingle');
  const base = useBaseLayer();
  const {
    screen,
    panel,
    hoverStore,
    params,
    displayOptions: replayView,
    single,
    details,
    focus,
    saveClock,
    search,
  } = useSingleReplay();
  const { view, clock } = screen;
  const { request, changeView } = params;
  const { tracker, loaded, watch, isLive, load } = single;
  const { trailMinutes } = replayView;
  const drawn = { clock, pointed: hoverStore, trailMinutes, focus };
  return (
    <ReplayFrame
      panel={panel}
      title={t('title')}
      openButtonLabel={tracker?.trackerName ?? t('title')}
      back={<BackToMap trackerId={params.trackerId} />}
      tools={<SingleActions question={params} single={single} stage={screen} base={base} />}
      requestSection={
        <TrackRequestSection
          request={params.formValues}
          trackerId={params.requestedTrackerId}
          deviceName={tracker === undefined ? null : fullName(tracker)}
          loading={load.phase === 'loading'}
          liveMinutes={isLive ? watch.minutes : null}
          hasTrack={loaded !== null}
          onSearch={search}
        />
      }
      resultSection={
        loaded && (
          <SingleResults
            {...{ loaded, replayView, details, focus }}
            onReplayViewChange={changeView}
            live={isLive}
          />
        )
      }
      trackerIds={request?.trackerIds ?? NO_IDS}
      devices={single.devices}
      load={load}
      onRetry={single.reload}
      mapLabel={t('map')}
      base={base}
      view={view}
      onView={screen.setView}
      panels={VIEW_PANELS}
      corner={loaded && <FitButton onFit={() => focus.focusSpan(null)} />}
      dock={
        loaded && (
          <SingleDock
            {...drawn}
            loaded={loaded}
            notices={details.visibleNotices}
            watch={watch}
            onTrailMinutes={(next) => changeView({ trailMinutes: next })}
            onChangeComplete={saveClock}
          />
        )
      }
      dockFallback={isLive && <LiveSwitch watch={watch} />}
    >
      {view && <SingleMap {...drawn} view={view} loaded={loaded} tracker={tracker} details={details} />}
    </ReplayFrame>
  );
}

/** Brings the whole track into view. */
function FitButton({ onFit }: { readonly onFit: () => void }) {
  const { t } = useTranslation('replaySingle');
  return (
    <IconButton
      type="default"
      label={t('fit')}
      placement="left"
      icon={<IconFocusCentered size={18} />}
      onClick={onFit}
    />
  );
}

/** To the live map, with the device chosen there. */
function BackToMap({ trackerId }: { readonly trackerId: number | null }) {
  const { t } = useTranslation('replaySingle');
  const navigate = useNavigate();
  return (
    <IconButton
      label={t('back')}
      icon={<IconChevronLeft size={20} />}
      onClick={() => navigate(trackerId === null ? '/' : `/?device=${trackerId}`)}
    />
  );
}

interface SingleActionsProps {
  readonly question: SingleReplayParams;
  readonly single: SingleTrack;
  readonly stage: ReplayScreen;
  readonly base: BaseLayerSelection | null;
}

function SingleActions({ question, single, stage, base }: SingleActionsProps) {
  const { tracker, loaded, watch } = single;
  return (
    <ReplayActions
      trackerIds={question.request?.trackerIds ?? NO_IDS}
      window={question.formValues}
      correction={question.replayView?.correction ?? 'none'}
      view={stage.view}
      base={base}
      clock={stage.clock}
      legend={tracker === undefined ? [] : [{ name: tracker.trackerName, color: null }]}
      played={loaded !== null && watch.state !== 'live'}
      onReload={single.reload}
    />
  );
}
