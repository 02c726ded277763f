import type { Notice } from '@wakeline/contract/entities/notice';
import { type Role, SATELLITE_ROLES } from '@wakeline/contract/roles';
import { buildConversationUrl } from '../../parts/addresses/satellite-url.ts';
import { useSession } from '../../service/session.ts';

/** URL of the conversation of a notice about a satellite message; null: it is about something else, or the user lacks the page. */
export function useConversationUrl(): (notice: Partial<Pick<Notice, 'satelliteMessageId'>>) => string | null {
  const canOpen = useSession().roles.some(({ name }) => (SATELLITE_ROLES as readonly Role[]).includes(name));
  return ({ satelliteMessageId = null }) =>
    canOpen && satelliteMessageId !== null ? buildConversationUrl(satelliteMessageId) : null;
}
