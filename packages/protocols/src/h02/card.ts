import { createReportDraft } from '../report-draft.ts';
import { createReportsEvent, type SentenceDecoder } from './sentence.ts';

/** ICCID: the number of the SIM card, 19 or 20 digits. There is no reply. */
export const card: SentenceDecoder = {
  kinds: ['ICCID'],
  decode(sentence) {
    const draft = createReportDraft(sentence.now);
    const [iccid = '', ...others] = sentence.fields;
    draft.attributes.iccid = iccid;
    if (others.length > 0) draft.attributes.extra = others.join(',');
    return createReportsEvent(sentence, [draft]);
  },
};
