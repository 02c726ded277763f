import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestSummary } from '../core/frame/request-summary.tsx';
import { Welcome } from '../core/frame/welcome.tsx';
import { SearchForm, type TrackRequest } from './search-form.tsx';

interface TrackRequestSectionProps {
  /** What the address asks for. */
  readonly request: TrackRequest | null;
  /** Device of the address, also when there is no time yet. */
  readonly trackerId: number | null;
  readonly deviceName: string | null;
  readonly loading: boolean;
  /** Minutes back from now that are watched live; null: what was asked for is shown. */
  readonly liveMinutes: number | null;
  /** Its track is there. */
  readonly hasTrack: boolean;
  readonly onSearch: (request: TrackRequest) => void;
}

/** Which device and when: the form, or once its track is there what was asked, as what was found takes the room. */
export function TrackRequestSection(props: TrackRequestSectionProps) {
  const { request, trackerId, deviceName, loading, liveMinutes, hasTrack, onSearch } = props;
  const { t } = useTranslation('replaySingle');
  const { t: tools } = useTranslation('replayTools');
  const [changing, setChanging] = useState(false);
  if ((hasTrack || liveMinutes !== null) && !changing && request !== null)
    return (
      <RequestSummary
        title={deviceName ?? t('device')}
        start={request.start}
        end={request.end}
        timeText={liveMinutes === null ? null : tools('live.minutes', { count: liveMinutes })}
        onChange={() => setChanging(true)}
      />
    );
  return (
    <>
      {request === null && <Welcome title={t('start.title')} text={t('start.text')} />}
      <SearchForm
        request={request}
        trackerId={trackerId}
        loading={loading}
        onSearch={(wanted) => {
          setChanging(false);
          onSearch(wanted);
        }}
      />
    </>
  );
}
