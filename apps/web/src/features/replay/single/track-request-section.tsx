import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestSummary } from '../core/frame/request-summary.tsx';
import { Welcome } from '../core/frame/welcome.tsx';
import { SearchForm, type TrackRequest } from './search-form.tsx';

interface TrackRequestSectionProps {
  /** The request of the address. */
  readonly request: TrackRequest | null;
  /** The device of the address, even without a time. */
  readonly trackerId: number | null;
  readonly deviceName: string | null;
  readonly loading: boolean;
  /** Minutes of the live window; null: not live. */
  readonly liveMinutes: number | null;
  /** Whether its track is loaded. */
  readonly hasTrack: boolean;
  readonly onSearch: (request: TrackRequest) => void;
}

/** The request form, or a summary of the request once its track is loaded. */
export function TrackRequestSection(props: TrackRequestSectionProps) {
  const { request, trackerId, deviceName, loading, liveMinutes, hasTrack, onSearch } = props;
  const { t } = useTranslation('replaySingle');
  const { t: tools } = useTranslation('replayTools');
  const [isChanging, setIsChanging] = useState(false);
  if ((hasTrack || liveMinutes !== null) && !isChanging && request !== null)
    return (
      <RequestSummary
        title={deviceName ?? t('device')}
        start={request.start}
        end={request.end}
        timeText={liveMinutes === null ? null : tools('live.minutes', { count: liveMinutes })}
        onChange={() => setIsChanging(true)}
      />
    );
  return (
    <>
      {request === null && <Welcome title={t('start.title')} text={t('start.text')} />}
      <SearchForm
        request={request}
        trackerId={trackerId}
        loading={loading}
        onSearch={(values) => {
          setIsChanging(false);
          onSearch(values);
        }}
      />
    </>
  );
}
