import { FloatingVideo } from '../../parts/event-video/floating-video.tsx';
import { useEventVideo } from '../../parts/event-video/use-event-video.ts';
import { VideoSettings } from '../../parts/event-video/video-settings.tsx';
import { LiveScreen } from '../../parts/matches/live-screen.tsx';
import { useMatch } from '../../parts/matches/use-matches.ts';
import { QueryContent } from '../../parts/settings/query-content.tsx';
import styles from './video-page.module.css';

/** `/liveManger/video`: the live video of the match of the address. */
export function VideoPage() {
  return <LiveScreen tab="video">{(matchId) => <Video key={matchId} matchId={matchId} />}</LiveScreen>;
}

function Video({ matchId }: { readonly matchId: number }) {
  const query = useMatch(matchId);
  return (
    <QueryContent query={query}>
      {({ code }) => (
        <div className={styles.content}>
          <VideoSettings matchId={matchId} code={code} />
          <Picture key={code} code={code} />
        </div>
      )}
    </QueryContent>
  );
}

/** What viewers see. */
function Picture({ code }: { readonly code: string }) {
  const { data, refetch } = useEventVideo(code);
  return <FloatingVideo video={data ?? null} onChange={() => void refetch()} />;
}
