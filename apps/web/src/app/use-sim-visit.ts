import { App } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { liveStore } from '../live/live-store.ts';
import { nextFrame } from '../live/next-frame.ts';
import { takeSim } from '../service/entry-values.ts';

/** Opens the device whose card number or IMEI the address brought, once the list of devices is there. */
export function useSimVisit(listed: boolean): void {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  useEffect(() => {
    if (!listed) return;
    let gone = false;
    // The store hands out the list at the next frame.
    nextFrame(() => {
      const sim = gone ? null : takeSim();
      if (sim === null) return;
      const id = liveStore.getIds().find((one) => {
        const tracker = liveStore.getTracker(one);
        return tracker?.iotCard === sim || tracker?.imei === sim;
      });
      if (id === undefined) message.warning(t('page.simUnknown', { sim }), 10);
      else navigate(`/?device=${id}`);
    });
    return () => {
      gone = true;
    };
  }, [listed, navigate, message, t]);
}
