import { liveConf } from '@wakeline/contract/matches/live-conf';
import { useTranslation } from 'react-i18next';

/** Rule of a field with a link: empty, or an address of http or https. */
export function useLinkRule() {
  const { t } = useTranslation('liveSetting');
  return {
    async validator(_rule: unknown, link: string | undefined): Promise<void> {
      if (!liveConf.shape.bottomLink.safeParse(link ?? '').success) throw new Error(t('linkWrong'));
    },
  };
}
