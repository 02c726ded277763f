import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBaseLayer } from '../../../parts/layers/use-base-layer.ts';
import { useReplayStage } from '../core/use-replay-stage.ts';
import { useTracks } from '../core/use-tracks.ts';
import type { ManyChoice } from '../multi/many-form.tsx';
import { ManyAsked } from '../multi/many-question.tsx';
import { useManyQuestion } from '../multi/use-many-question.ts';
import { readSpace, type SpaceView, writeSpace } from './space-address.ts';
import { SpaceReplay } from './space-replay.tsx';

/** Replay in three dimensions of the user's own devices: what was asked stands in the address, the panel asks. */
export function SpacePage() {
  const { t } = useTranslation('replay3d');
  const question = useManyQuestion();
  const { query, setQuery, shown, devices, request, round, again, show } = question;
  const base = useBaseLayer();
  const [asking, setAsking] = useState(false);
  const { view, setView, clock, area } = useReplayStage();
  const load = useTracks(request, round, area);

  const search = query.toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is made anew at each drawing, its text is what counts
  const space = useMemo(() => readSpace(query), [search]);
  const showScene = useCallback(
    (change: Partial<SpaceView>) =>
      setQuery((before) => writeSpace(before, { ...readSpace(before), ...change }), { replace: true }),
    [setQuery],
  );

  function replay(choice: ManyChoice & { start: number; end: number }): void {
    setAsking(false);
    clock.change((before) => ({ ...before, playing: false, start: 0, end: 0 }));
    setQuery((before) => {
      const next = question.withChoice(before, choice);
      return writeSpace(next, { ...readSpace(next), look: null });
    });
    again();
  }

  return (
    <SpaceReplay
      shown={shown}
      onShown={show}
      space={space}
      onSpace={showScene}
      devices={devices}
      load={load}
      onRetry={again}
      clock={clock}
      base={base}
      view={view}
      onView={setView}
      asking={asking || shown === null}
    >
      <ManyAsked
        question={question}
        changing={asking}
        onChanging={setAsking}
        welcome={{ title: t('start.title'), text: t('start.text') }}
        loading={load.phase === 'loading'}
        onSearch={replay}
      />
    </SpaceReplay>
  );
}
