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

/** Replay of one device: the address contains the request, the panel changes it. */
export function SingleReplayPage() {
  const { t } = useTranslation('replaySingle');
  const base = useBaseLayer();
  const { screen, panel, hoverStore, params, displayOptions, single, details, focus, saveClock, search } =
    useSingleReplay();
  const { view, clock } = screen;
  const { request, changeView } = params;
  const { tracker, loaded, watch, isLive, load } = single;
  const { trailMinutes } = displayOptions;
  const sharedProps = { clock, hoverStore, trailMinutes, focus };
  return (
    <ReplayFrame
      panel={panel}
      title={t('title')}
      openButtonLabel={tracker?.trackerName ?? t('title')}
      back={<BackToMap trackerId={params.trackerId} />}
      tools={<SingleActions params={params} single={single} screen={screen} base={base} />}
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
            {...{ loaded, replayView: displayOptions, details, focus }}
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
            {...sharedProps}
            loaded={loaded}
            notices={details.visibleNotices}
            instructions={details.visibleInstructions}
            watch={watch}
            onTrailMinutes={(next) => changeView({ trailMinutes: next })}
            onChangeComplete={saveClock}
          />
        )
      }
      dockFallback={isLive && <LiveSwitch watch={watch} />}
    >
      {view && <SingleMap {...sharedProps} view={view} loaded={loaded} tracker={tracker} details={details} />}
    </ReplayFrame>
  );
}

/** Fits the complete track into the view. */
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

/** Returns to the live map with the device selected. */
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
  readonly params: SingleReplayParams;
  readonly single: SingleTrack;
  readonly screen: ReplayScreen;
  readonly base: BaseLayerSelection | null;
}

function SingleActions({ params, single, screen, base }: SingleActionsProps) {
  const { tracker, loaded, watch } = single;
  return (
    <ReplayActions
      trackerIds={params.request?.trackerIds ?? NO_IDS}
      window={params.formValues}
      correction={params.replayView?.correction ?? 'none'}
      view={screen.view}
      base={base}
      clock={screen.clock}
      legend={tracker === undefined ? [] : [{ name: tracker.trackerName, color: null }]}
      played={loaded !== null && watch.state !== 'live'}
      onReload={single.reload}
    />
  );
}
