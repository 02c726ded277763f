import { useParams } from 'react-router';
import { EventAccess } from './event-access.tsx';
import { EventScreen } from './event-screen.tsx';

/** The public page of a match, for anybody who has its address. */
export function EventPage() {
  const { code = '' } = useParams();
  return (
    <EventAccess key={code} code={code}>
      {(page, actions) => <EventScreen code={code} page={page} {...actions} />}
    </EventAccess>
  );
}
