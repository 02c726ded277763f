import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useLoginConfig } from '../../service/branding.ts';
import { AccountPanel } from './account-panel.tsx';
import { CodePanel } from './code-panel.tsx';
import { LoginFrame } from './login-frame.tsx';
import { LoginMessage } from './login-message.tsx';
import styles from './login-page.module.css';
import { type PanelState, panelOf, withPanel } from './panel.ts';
import { PanelLinks } from './panel-links.tsx';
import { RegistrationPanel } from './registration-panel.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { useSignIn } from './use-sign-in.ts';

/** The login page. Which of its panels is shown is said by the address. */
export function LoginPage() {
  const [search] = useSearchParams();
  const { data: config, isError, refetch } = useLoginConfig();
  const registrationOpen = config === undefined && !isError ? null : config?.isOpenRegister === 1;
  const panelState = panelOf(search, registrationOpen);
  const requestedPanel = search.get('panel');
  const [registered, setRegistered] = useState<string | null>(null);
  // What was typed as a phone goes along to the other panel that asks for one.
  const [phone, setPhone] = useState('');

  // Whether it is open is asked again for each visit to a panel: an address may be old.
  useEffect(() => {
    if (requestedPanel !== null) void refetch({ cancelRefetch: false });
  }, [requestedPanel, refetch]);

  return (
    <LoginFrame>
      <PanelWithLinks
        key={panelState.panel}
        panelState={panelState}
        registrationOpen={registrationOpen === true}
        registered={registered}
        onRegistered={setRegistered}
        phone={phone}
        onPhone={setPhone}
      />
    </LoginFrame>
  );
}

interface PanelWithLinksProps {
  readonly panelState: PanelState;
  readonly registrationOpen: boolean;
  /** Phone of who has just registered. */
  readonly registered: string | null;
  readonly onRegistered: (phone: string) => void;
  /** As far as it was typed, in whichever panel. */
  readonly phone: string;
  readonly onPhone: (phone: string) => void;
}

/** A panel under its title, with the links to the others. Another one starts afresh: a failure stays behind. */
function PanelWithLinks({
  panelState,
  registrationOpen,
  registered,
  onRegistered,
  phone,
  onPhone,
}: PanelWithLinksProps) {
  const { t } = useTranslation('signIn');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const attempt = useSignIn();
  const { panel, refused } = panelState;

  if (attempt.challenged) {
    return (
      <>
        <h2 className={styles.title}>{t('title.secondFactor')}</h2>
        <SecondFactorForm attempt={attempt} />
      </>
    );
  }
  return (
    <>
      <h2 className={styles.title}>{t(`title.${panel}`)}</h2>
      {panel === 'account' && (
        <AccountPanel
          attempt={attempt}
          registered={registered}
          message={<LoginMessage registered={registered !== null} refused={refused} />}
        />
      )}
      {panel === 'code' && <CodePanel attempt={attempt} phone={phone} onPhone={onPhone} />}
      {panel === 'register' && (
        <RegistrationPanel
          phone={phone}
          onPhone={onPhone}
          onRegistered={(registeredPhone) => {
            onRegistered(registeredPhone);
            // The wanted page was somebody else's link: a new account begins at its own first page.
            const query = new URLSearchParams(search);
            query.delete('from');
            void navigate({ search: withPanel(query, 'account') });
          }}
        />
      )}
      {registrationOpen && <PanelLinks panel={panel} />}
    </>
  );
}
