import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBaseLayer } from '../../../parts/layers/use-base-layer.ts';
import { useReplayScreen } from '../core/use-replay-screen.ts';
import { useTracks } from '../core/use-tracks.ts';
import type { MultiFormValues } from '../multi/multi-form.tsx';
import { MultiRequestSection } from '../multi/multi-request-section.tsx';
import { useMultiReplayParams } from '../multi/use-multi-replay-params.ts';
import { Replay3d } from './replay-3d.tsx';
import { parseReplay3dView, type Replay3dView, writeReplay3dView } from './replay-3d-address.ts';

/** 3D replay of the user's own devices: the address contains the request, the panel changes it. */
export function Replay3dPage() {
  const { t } = useTranslation('replay3d');
  const params = useMultiReplayParams();
  const { query, setQuery, replayView, devices, request, reloadKey, reload, changeView } = params;
  const base = useBaseLayer();
  const [formOpen, setFormOpen] = useState(false);
  const { view, setView, clock, getVisibleBounds } = useReplayScreen();
  const load = useTracks(request, reloadKey, getVisibleBounds);

  const search = query.toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query object changes at each render, its text identifies it
  const view3d = useMemo(() => parseReplay3dView(query), [search]);
  const changeView3d = useCallback(
    (change: Partial<Replay3dView>) =>
      setQuery((before) => writeReplay3dView(before, { ...parseReplay3dView(before), ...change }), {
        replace: true,
      }),
    [setQuery],
  );

  function startReplay(values: MultiFormValues & { start: number; end: number }): void {
    setFormOpen(false);
    clock.change((before) => ({ ...before, playing: false, start: 0, end: 0 }));
    setQuery((before) => {
      const next = params.withFormValues(before, values);
      return writeReplay3dView(next, { ...parseReplay3dView(next), pose: null });
    });
    reload();
  }

  return (
    <Replay3d
      replayView={replayView}
      onReplayViewChange={changeView}
      view3d={view3d}
      onView3dChange={changeView3d}
      devices={devices}
      load={load}
      onRetry={reload}
      clock={clock}
      base={base}
      view={view}
      onView={setView}
      formOpen={formOpen || replayView === null}
    >
      <MultiRequestSection
        params={params}
        isChanging={formOpen}
        onChangingChange={setFormOpen}
        welcome={{ title: t('start.title'), text: t('start.text') }}
        loading={load.phase === 'loading'}
        onSearch={startReplay}
      />
    </Replay3d>
  );
}
