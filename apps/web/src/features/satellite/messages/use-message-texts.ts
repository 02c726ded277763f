import {
  MESSAGE_REASON_TEXTS,
  MESSAGE_STATE_TEXTS,
  MESSAGE_TYPE_TEXTS,
} from '@wakeline/contract/satellite/message-texts';
import { useLanguage } from '../../../i18n/i18n.ts';

/** Types, states and reasons of messages in the language of the page, as files that the server writes have them. */
export function useMessageTexts() {
  const language = useLanguage();
  return {
    types: MESSAGE_TYPE_TEXTS[language],
    states: MESSAGE_STATE_TEXTS[language],
    reasons: MESSAGE_REASON_TEXTS[language],
  };
}
