import { App } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { liveStore } from '../live/live-store.ts';
import { takeSim } from '../service/entry-values.ts';

/** Opens the device whose card number or IMEI the address brought, once the list of devices is there. */
export function useSimVisit(listed: boolean): void {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  useEffect(() => {
    if (!listed) return;
    const sim = takeSim();
    if (sim === null) return;
    for (const id of liveStore.getIds()) {
      const tracker = liveStore.getTracker(id);
      if (tracker?.iotCard !== sim && tracker?.imei !== sim) continue;
      navigate(`/?device=${id}`);
      return;
    }
    message.warning(t('page.simUnknown', { sim }), 10);
  }, [listed, navigate, message, t]);
}
