import './zod-without-eval.js';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import './styles/base.css';
import './styles/header.css';
import './styles/welcome.css';
import './styles/conversation.css';
import './styles/prose.css';
import './styles/activity.css';
import './styles/plan.css';
import './styles/question.css';
import './styles/composer.css';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root to be drawn in.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
