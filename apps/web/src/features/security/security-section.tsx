import { Button, Flex } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Asked } from '../../parts/settings/asked.tsx';
import { Part, Setting } from '../../parts/settings/setting.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { PhoneDialog } from './phone-dialog.tsx';
import { PhoneEndDialog } from './phone-end-dialog.tsx';
import { useSecurity, useSecurityChanged } from './security-queries.ts';
import { SessionsPart } from './sessions-part.tsx';
import { TokensPart } from './tokens-part.tsx';
import { TwoFactorDialog } from './two-factor-dialog.tsx';
import { TwoFactorEndDialog } from './two-factor-end-dialog.tsx';

type Dialog = 'password' | 'phone' | 'phoneEnd' | 'twoFactor' | 'twoFactorEnd';

/** How the user's own login is guarded, and who comes in by it. */
export function SecuritySection() {
  const { t } = useTranslation('security');
  const security = useSecurity();
  const changed = useSecurityChanged();
  const [open, setOpen] = useState<Dialog | null>(null);
  const close = () => setOpen(null);
  const done = () => {
    close();
    void changed();
  };

  return (
    <>
      <Part title={t('login')}>
        <Setting beside name={t('password.name')} hint={t('password.hint')}>
          {() => <Button onClick={() => setOpen('password')}>{t('password.change')}</Button>}
        </Setting>
        <Asked query={security}>
          {({ phone, twoFactor, recoveryCodesLeft }) => (
            <>
              <Setting beside name={t('phone.name')} hint={phone ?? t('phone.none')}>
                {() => (
                  <Flex wrap gap="small" justify="flex-end">
                    <Button onClick={() => setOpen('phone')}>
                      {t(phone === null ? 'phone.bind' : 'phone.change')}
                    </Button>
                    {phone !== null && (
                      <Button danger aria-label={t('phone.unbindTitle')} onClick={() => setOpen('phoneEnd')}>
                        {t('phone.unbind')}
                      </Button>
                    )}
                  </Flex>
                )}
              </Setting>
              <Setting
                beside
                name={t('twoFactor.name')}
                hint={twoFactor ? t('twoFactor.on', { count: recoveryCodesLeft }) : t('twoFactor.hint')}
              >
                {() =>
                  twoFactor ? (
                    <Button danger aria-label={t('twoFactor.end')} onClick={() => setOpen('twoFactorEnd')}>
                      {t('twoFactor.turnOff')}
                    </Button>
                  ) : (
                    <Button aria-label={t('twoFactor.begin')} onClick={() => setOpen('twoFactor')}>
                      {t('twoFactor.turnOn')}
                    </Button>
                  )
                }
              </Setting>
            </>
          )}
        </Asked>
      </Part>
      <SessionsPart />
      <TokensPart />
      <ChangePasswordDialog open={open === 'password'} onClose={done} />
      <PhoneDialog open={open === 'phone'} onClose={close} onDone={done} />
      <PhoneEndDialog open={open === 'phoneEnd'} onClose={close} onDone={done} />
      <TwoFactorDialog open={open === 'twoFactor'} onClose={done} />
      <TwoFactorEndDialog open={open === 'twoFactorEnd'} onClose={close} onDone={done} />
    </>
  );
}
