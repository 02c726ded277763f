import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { PlainButton } from '../ui/plain-button.tsx';
import { MessagePage } from './message-page.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <MessagePage
      title={t('page.notFoundTitle')}
      text={t('page.notFound', { path: pathname })}
      action={<PlainButton onClick={() => navigate('/')}>{t('page.home')}</PlainButton>}
    />
  );
}
