import { IconChevronLeft, IconFocusCentered } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ShownBase } from '../../../map/base/shown-base.ts';
import { fullName } from '../../../parts/devices/full-name.ts';
import { useBaseLayer } from '../../../parts/layers/use-base-layer.ts';
import { VIEW_PANELS } from '../../../parts/map-kit/map-panels.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ReplayFrame } from '../core/frame/replay-frame.tsx';
import type { ReplayStage } from '../core/use-replay-stage.ts';
import { ReplayActions } from '../files/replay-actions.tsx';
import { LiveSwitch } from '../live/live-switch.tsx';
import { SingleDock } from './single-dock.tsx';
import { SingleFound } from './single-found.tsx';
import { SingleMap } from './single-map.tsx';
import { TrackQuestion } from './track-question.tsx';
import type { SingleQuestion } from './use-single-question.ts';
import { useSingleReplay } from './use-single-replay.ts';
import type { SingleTrack } from './use-single-track.ts';

const NO_IDS: readonly number[] = [];

/** Replay of one device: what was asked stands in the address, the panel asks, the map and the dock show. */
export function SingleReplayPage() {
  const { t } = useTranslation('replaySingle');
  const base = useBaseLayer();
  const { stage, panel, pointed, question, shown, single, details, focus, settle, search } =
    useSingleReplay();
  const { view, clock } = stage;
  const { request, show } = question;
  const { tracker, loaded, watch, driven, load } = single;
  const { wake } = shown;
  const drawn = { clock, pointed, wake, focus };
  return (
    <ReplayFrame
      panel={panel}
      title={t('title')}
      opener={tracker?.trackerName ?? t('title')}
      back={<BackToMap trackerId={question.trackerId} />}
      tools={<SingleActions question={question} single={single} stage={stage} base={base} />}
      question={
        <TrackQuestion
          request={question.form}
          trackerId={question.namedId}
          deviceName={tracker === undefined ? null : fullName(tracker)}
          loading={load.phase === 'loading'}
          live={driven ? watch.minutes : null}
          found={loaded !== null}
          onSearch={search}
        />
      }
      found={loaded && <SingleFound {...{ loaded, shown, details, focus }} onShown={show} live={driven} />}
      trackerIds={request?.trackerIds ?? NO_IDS}
      devices={single.devices}
      load={load}
      onRetry={single.again}
      mapLabel={t('map')}
      base={base}
      view={view}
      onView={stage.setView}
      panels={VIEW_PANELS}
      corner={loaded && <FitButton onFit={() => focus.lookAt(null)} />}
      dock={
        loaded && (
          <SingleDock
            {...drawn}
            loaded={loaded}
            notices={details.shownNotices}
            watch={watch}
            onWake={(next) => show({ wake: next })}
            onSettled={settle}
          />
        )
      }
      instead={driven && <LiveSwitch watch={watch} />}
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
  readonly question: SingleQuestion;
  readonly single: SingleTrack;
  readonly stage: ReplayStage;
  readonly base: ShownBase | null;
}

function SingleActions({ question, single, stage, base }: SingleActionsProps) {
  const { tracker, loaded, watch } = single;
  return (
    <ReplayActions
      trackerIds={question.request?.trackerIds ?? NO_IDS}
      window={question.form}
      correction={question.asked?.correction ?? 'none'}
      view={stage.view}
      base={base}
      clock={stage.clock}
      legend={tracker === undefined ? [] : [{ name: tracker.trackerName, color: null }]}
      played={loaded !== null && watch.state !== 'live'}
      onReload={single.again}
    />
  );
}
