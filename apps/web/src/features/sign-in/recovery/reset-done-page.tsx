import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { LoginFrame } from '../login-frame.tsx';
import styles from '../login-page.module.css';

/** Last step of password recovery: the confirmation. */
export function ResetDonePage() {
  const { t } = useTranslation('signIn');
  const navigate = useNavigate();
  return (
    <LoginFrame>
      <h2 className={styles.title}>{t('title.resetPassword')}</h2>
      <Alert
        type="success"
        showIcon
        title={t('resetDone')}
        description={t('resetDoneHint')}
        className={styles.alert ?? ''}
      />
      <Button type="primary" size="large" block autoFocus onClick={() => void navigate('/login')}>
        {t('toSignIn')}
      </Button>
    </LoginFrame>
  );
}
